package flinktriage.incidents;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where each known incident, and each known defect of a tool like this one, is tested.
 *
 * @param id BP, CK, MT, OM, RS, RK, SC, SK, SL, LK, PS, SQ, SG, WM for incidents by area; TA, TR,
 *     TP, TM for defects of autoscalers, metric endpoints, platforms and alert handlers
 * @param test class and method, below the package {@code flinktriage}; or empty
 * @param why it has no test, if so
 */
record IncidentTable(String id, String test, String why) {

    /** Short names of the classes in the table. */
    private static final Map<String, String> CLASSES =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("bp", "incidents.BackpressureIncidentsTest"),
                            Map.entry("ck", "incidents.CheckpointIncidentsTest"),
                            Map.entry("cl", "incidents.CheckpointLoopIncidentsTest"),
                            Map.entry("mt", "incidents.MetricTrapIncidentsTest"),
                            Map.entry("om", "incidents.OutOfMemoryIncidentsTest"),
                            Map.entry("rs", "incidents.RestartIncidentsTest"),
                            Map.entry("rk", "incidents.RocksDbIncidentsTest"),
                            Map.entry("sk", "incidents.SkewIncidentsTest"),
                            Map.entry("sl", "incidents.SlotIncidentsTest"),
                            Map.entry("lk", "incidents.SlowExternalIncidentsTest"),
                            Map.entry("ps", "incidents.SourceIncidentsTest"),
                            Map.entry("sq", "incidents.SqlIncidentsTest"),
                            Map.entry("sg", "incidents.StateGrowthIncidentsTest"),
                            Map.entry("wm", "incidents.WatermarkIncidentsTest"),
                            Map.entry("script", "incidents.SqlScriptIncidentsTest"),
                            Map.entry("tool", "incidents.ToolDefectsTest")));

    private static final String TESTED =
            """
            BP-02 bp#aTaskBlockedInTheMiddleOfARecordDelaysBarriersAndNoUpload
            BP-03 bp#aTaskThatWaitsForTheUploadOfItsChangelogIsNotSaidToCompute
            BP-04 bp#aCdcSourceThatIsBusyWithItselfAboveAnIdleJobIsTheLimitAndTheReasonOfTheExpiredCheckpoints
            BP-06 bp#aSinkAtItsLimitIsNamedAndNotTheUpstreamThatWasScaledForNothing
            BP-07 bp#anIdleSourceWithAGrowingBacklogIsTheLimitAndNotWithoutInput
            CK-02 ck#aCheckpointThatHangsInAnIdleSourceIsSeenBeforeItExpires
            CK-03 ck#checkpointsOfWhichNotEvenASourceIsAskedPointToTheJobManager
            CK-04 ck#anAcknowledgementThatNeverArrivesIsPinnedToItsVertexAndNotToTheTimeout
            CK-06 cl#theLoopOfBackpressureExpiryRestartAndReplayBeginsAtTheSlowVertex
            CK-09 ck#aTableThatNeverGetsACommitBecauseCheckpointsAreOffIsToldSo
            CK-10 cl#aCheckpointThatFailsAtTheSamePointAfterEachRestartGetsNoInventedCause
            CK-11 ck#aBatchJobIsNotMeasuredByTheCheckpointsOfStreaming
            CK-12 ck#aSinkThatNeverAcknowledgesBehindASlowOperatorIsNoSlowSinkAndSmallStateNoSlowStorage
            MT-01 mt#aJobInOneChainHasNoNetworkTrafficAndIsNotCalledIdle
            MT-02 mt#aJobOfWhichTheJobManagerHasNoMetricsIsUnknownAndNotIdle
            MT-03 mt#theLastValuesOfFinishedSubtasksBlameNobody
            MT-04 mt#subtasksThatAreGoneSinceTheScaleDownAreNoSkew
            MT-05 mt#aLegacySourceWithoutABusyTimeIsUnknownAndNotIdle
            MT-08 mt#recordsThatAreCountedTwiceAreNoAmplification
            MT-10 mt#aWindowOverQuietSourcesHasNoWatermarkAndNoDateOfTheStoneAge
            OM-03 om#aKilledProcessWhoseMemoryIsWithinItsLimitsIsLostAndNoPoolIsBlamed
            OM-04 om#aFullMetaspaceIsAboutTheTaskManagerAndNotAboutTheJobThatRuns
            OM-05 om#aSecondSubmissionThatFailsOnItsOwnClassesIsShownBesideTheFullMetaspace
            OM-06 om#aJobManagerThatDoesNotAnswerInTimeSaysNothingAboutItsJobs
            OM-07 om#aSnapshotWhoseSplitsFillTheJobManagerBlamesNoTaskManager
            OM-08 om#aHeapFilledByOneReaderIsNoSkewFurtherDown
            OM-09 om#aSinkThatKeepsTheKeysOfACheckpointFillsTheHeapAndTheCheckpointsAreNoCause
            OM-13 om#aBufferOfUserCodeFillsTheHeapAndIsNotCalledState
            OM-14 om#aJobThatRanOutOfMemoryIsToldWhichPoolAndNoMore
            RS-02 rs#aTransactionThatTimesOutIsALoopOfTheSinkWithItsPeriodAndText
            RS-04 rs#failuresWithinMillisecondsAreOneAndTheFirstIsItsCause
            RS-06 rs#aClosedConnectionNamesTheTaskManagerAtItsOtherEnd
            RS-07 rs#twoFailuresForOneDeadTaskManagerAreOneIncident
            RS-08 rs#aJobThatFailedBeforeItsFirstCheckpointHasNothingToRestore
            RS-09 rs#aFailureDuringTheRestoreIsALoopBeforeAnyRecord
            RS-10 flink.CollectorTest#saysThatAnotherJobOfTheSameNameRuns
            RS-11 rs#aTransactionOfTheDatabaseThatIsTooShortIsToldInTheWordsOfTheDatabase
            RK-01 rk#aStatefulVertexThatWaitsForItsDiskIsNotSaidToNeedMoreCpu
            RK-02 rk#aJoinWhoseCompactionEatsTheCpuIsNamedAndNothingAboveIt
            RK-03 rk#managedMemoryThatIsAllInUseIsNoFindingByItself
            RK-06 rk#stateThatStaysOnItsLevelIsNoLeakHoweverHigh
            RK-08 rs#aTaskManagerThatIsKilledWhileItRestoresIsTheCauseOfTheLoop
            RK-09 rk#aLookupThatWaitsForItsLocalCopyIsNoProblemOfTheStateBackend
            SC-01 sq#aFilterThatLetsNothingThroughIsNoProblemOfWatermarks
            SC-02 script#aUnionWithOneWrongColumnNamesTheColumnAndBothTypes
            SC-03 script#aNullOfAnotherTypeIsToldByItsColumnWithoutTheWholeRowType
            SC-05 rs#aSchemaThatIsGoneIsTheTextOfTheLoopAndNotACorruptCheckpoint
            SC-08 script#twoRowtimesForOneSinkAreToldInTheWordsOfThePlannerAndBlameNoWatermark
            SK-01 sk#writersWithoutAnyRecordBesideEvenOnesAreNoHotKey
            SK-02 sk#anAssignmentOfOneAndTwoBucketsPerWriterIsBusyWithoutAHotKey
            SK-03 sk#oneWorkingWriterOfThirtyTwoIsSkewWhateverTheAverageSays
            SK-07 sk#aVertexIsJudgedByItsHottestSubtaskAndNotByTheirMean
            SK-08 sk#aHotPrimaryKeyOfALakeSinkIsAHotKeyAndItsUpstreamAVictim
            SK-09 sk#aKeyOfFewValuesIsToldByNumbersWithoutAVerdictOnTheData
            SL-01 sl#noTaskManagerAtAllIsSaidAsSuch
            SL-02 sl#halfOfTheTaskManagersIsAQuestionOfCapacityWithBothNumbers
            SL-03 sl#writersThatMustAllRunAtOnceAndDoNotFitAreMissingSlots
            SL-05 sl#aFullTaskManagerWithEvenRecordsIsNoDataSkew
            SL-08 sl#aJobThatIsRunningWhileItsTasksAreNotIsNotWithoutInput
            SL-09 sl#oneTaskManagerTooFewIsShownByBothNumbers
            LK-01 lk#aFullQueueOfDeadRequestsWaitsAndDoesNotCompute
            LK-02 lk#anElementThatIsNeverCompletedBlocksTheQueueOfItsOperator
            LK-03 lk#oneQueryPerRecordIsNotBoundByTheCpu
            LK-06 lk#aSinkThatRepeatsWhatIsRefusedWaitsForTheSystemBehindIt
            LK-09 lk#aTimeoutOfAnAsyncOperatorThatIsItselfHeldBackComesFromBelow
            LK-10 lk#aLookupOfKeysThatDoNotExistIsSlowWhateverTheSizeOfTheTable
            LK-12 script#aLookupIsJudgedByItsOperatorAndNotByItsHint
            PS-01 ps#finishedReadersThatStopTheCheckpointsAreSeenByTheAgeOfTheLastOne
            PS-02 prometheus.ReporterCollectorTest#theReporterKnowsWhoReadsAPartitionNow
            PS-03 ps#readersWithTwoPartitionsAtTheirLimitAreToldFromThoseWithOne
            PS-07 ps#aSourceThatIsSilentlyDoneWithItsWorkGetsNoInventedCause
            PS-08 ps#aSourceThatWaitsForACheckpointThatNeverComesIsToldThatCheckpointsAreOff
            PS-09 ps#aChangeStreamThatOnlyOneSubtaskCanReadIsNoSkew
            PS-11 checks.parallelism.EmptySubtasksTest#partitionsThatNoSubtaskReadsAreAWarning
            SQ-01 sq#aMaterializerThatScansLongHistoriesIsTheCauseAndNotTheDatabaseBehindIt
            SQ-02 sq#miniBatchThatIsConfiguredAndNotInThePlanIsNotTakenForGranted
            SQ-04 script#aRowNumberOfOneByTwoColumnsIsSaidToBeNoDeduplication
            SQ-05 sq#aMaterializerThatHurtsNobodyIsANote
            SQ-07 sq#inAChainOfJoinsTheOneThatGrowsIsTheCauseAndTheOthersAreNotes
            SQ-09 sq#aNormalizerThatThePlannerAddedIsTheCauseAndNotTheSourceInFrontOfIt
            SQ-10 sq#twoPhasesDoNotMakeADistinctCountOfOneGroupEven
            SQ-11 script#anOuterJoinIntoTheTableThatItReadsIsNotCalledWell
            SG-01 sq#aTemporalJoinThatGrowsIsNamedWithoutSayingThatItHasNoTtl
            SG-02 sq#ofTwoTemporalJoinsTheOneThatGrowsIsNamed
            SG-04 sq#aMaterializerWhoseHistoryGrowsIsTheCauseOfTheGrowth
            SG-07 sg#windowsThatFillWhileABacklogIsReadAreHeldByTheSlowerInputAndAreNoLeak
            SG-08 sq#aJoinThatOnlyATtlBoundsSaysThatRestDoesNotShowTheTtl
            SG-10 sg#stateOfAnUnknownOperatorThatGrowsWhileOutputIsNormalIsNamedByItsVertex
            WM-01 wm#emptyPartitionsThatKeepAWindowFromFiringAreNamedBySubtask
            WM-03 wm#sourcesThatAlignmentNeverResumesAreTheLimitAndNotShortOfPartitions
            WM-05 wm#recordsDroppedWhileTheJobIsHeldBackStandBesideTheBackpressure
            WM-06 wm#recordsDroppedAfterAQuietTimeAreCountedAndNoClockIsBlamed
            WM-07 wm#oneRecordInOnePartitionIsEnoughToSeeWhoHasNotSentAny
            WM-08 wm#aWatermarkThatIsFrozenByAnIdlePartitionIsToldFromOneThatNeverCame
            WM-11 wm#oneSourceSubtaskThatIsIdleWithWorkWaitingIsNamedByItsIndex
            TA-01 flink.ParsersTest#aSubtaskWhoseCountsFlinkCallsPartialHasNoneAndNotZero
            TA-02 checks.backpressure.BottleneckReasonTest#judgesByTheHottestSubtaskAndCallsItSkewWhenItHasTheRecordsOfTheOthers
            TA-03 model.CapacityTest#anInputThatWaitsContradictsAHighEstimate
            TA-04 model.CapacityTest#littleDataIsNoBasis
            TA-05 incidents.HealthyVariationsTest#aJobThatCatchesUpIsAtItsLimitAndNotIll
            TA-06 tool#aVertexWithoutNumbersHidesNothingOfTheOthers
            TA-07 tool#whatBecameOfAJobIsComparedWithWhatWasReallyApplied
            TA-08 tool#aRateIsOfTheTimeBetweenTheSamplesHoweverLong
            TA-09 checks.parallelism.EmptySubtasksTest#aPartitionThatMovedIsCountedWhereItIsFurtherAhead
            TA-10 tool#whileOneVertexStillRestoresNobodyIsBlamedForTheWait
            TA-11 tool#everyCheckIsInTheReportAndWhatCameToNoAnswerSaysWhy
            TA-12 tool#whatAVertexSendsToSeveralIsNotTakenForWhatOneOfThemGets
            TR-01 flink.CollectorFaultsTest#survivesADeadlineAtAnyRequest
            TR-02 flink.CollectorTest#costsTheSameAtAnyParallelism
            TR-04 tool#subtasksOfWhichNoMetricsCameAreNotTakenForIdleOnes
            TR-05 flink.ParsersTest#takesZeroOfEverythingForNoData
            TR-06 flink.CollectorTest#saysThatValuesAreOldIfNoFreshOnesCome
            TR-07 mt#aJobOfWhichTheJobManagerHasNoMetricsIsUnknownAndNotIdle
            TR-08 tool#emptyStatisticsOfCheckpointsAreNotNoFailures
            TR-09 flink.ParsersTest#takesNoMetricsForNotYet
            TR-10 checks.restart.RestartLoopTest#failuresOfOneSecondAreOneIncidentAndTheFirstIsItsRoot
            TR-11 flink.AllowedPathsTest#refusesEverythingElse
            TP-01 tool#aJobThatIsRunningAtThisMomentIsStillInALoop
            TP-02 flink.RestSourceAnswersTest#asksAgainDuringALeaderElection
            TP-03 engine.EngineTest#aFailedRequestOfAnEssentialCheckMakesUnknownAndAMetricThatDoesNotExistDoesNot
            TP-04 flink.JobChoiceTest#twoThatRunUnderOneNameAreNotTakenForOne
            TP-05 flink.CollectorTest#saysThatAnotherJobOfTheSameNameRuns
            TP-07 flink.RestSourceLoadTest#asksForFourAtATime
            TP-08 tool#aBacklogThatIsNotKnownIsUnknownAndNotZero
            TP-09 tool#theSourceThatDoesNotTellItsBacklogIsNamedBesideTheOneThatDoes
            TM-01 prometheus.ReporterCollectorTest#valuesOfAnEarlierAttemptDoNotCount
            """;

    private static final String NOT_TESTED =
            """
            MT-12 latency markers are not collected
            LK-07 has no check: a sink that loses records is neither slow nor failing
            TR-03 not built yet: the number of metric names is no finding
            TP-06 not built yet: no notification
            TM-02 not built yet: no webhook
            TM-03 not built yet: no webhook
            TM-04 not built yet: no webhook
            """;

    static List<IncidentTable> rows() {
        return Stream.concat(
                        TESTED.lines().map(l -> new IncidentTable(first(l), test(rest(l)), "")),
                        NOT_TESTED.lines().map(l -> new IncidentTable(first(l), "", rest(l))))
                .toList();
    }

    private static String first(String line) {
        return line.substring(0, line.indexOf(' '));
    }

    private static String rest(String line) {
        return line.substring(line.indexOf(' ') + 1);
    }

    private static String test(String reference) {
        String[] parts = reference.split("#", 2);
        return CLASSES.getOrDefault(parts[0], parts[0]) + "#" + parts[1];
    }
}
